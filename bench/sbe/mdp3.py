"""A message schema of the shape and size of CME's MDP 3: 30 messages, 60 groups, made anew from a seed."""

import random

TYPES = [("char", "char"), ("int8", "int8"), ("uint8", "uint8"), ("int16", "int16"), ("uint16", "uint16"), ("int32", "int32"),
         ("uint32", "uint32"), ("int64", "int64"), ("uint64", "uint64")]
WORDS = ("Security", "Price", "Size", "Order", "Trade", "Match", "Entry", "Update", "Side", "Level", "Time", "Event",
         "Quote", "Leg", "Limit", "Market", "Status", "Session", "Volume", "Settle")


def schema(seed=20261121, messages=30, groups=60):
    """The XML text of a schema."""
    draw = random.Random(seed)
    name = lambda: "".join(draw.sample(WORDS, 3))
    out = ["""<?xml version="1.0" encoding="UTF-8"?>
<ns2:messageSchema xmlns:ns2="http://www.fixprotocol.org/ns/simple/1.0" package="market" id="1" version="13"
                   semanticVersion="FIX5SP2" byteOrder="littleEndian">
 <types>
  <type name="Asset" length="6" primitiveType="char" semanticType="String" description="An instrument's group"/>
  <type name="Symbol" length="20" primitiveType="char" semanticType="String"/>
  <type name="MinusNine" primitiveType="int8" presence="constant">-9</type>
  <type name="FIX" primitiveType="char" length="3" presence="constant">FIX</type>
  <type name="UInt64NULL" primitiveType="uint64" presence="optional" nullValue="18446744073709551615"/>
  <type name="UInt32NULL" primitiveType="uint32" presence="optional" nullValue="4294967295"/>
  <type name="Int32NULL" primitiveType="int32" presence="optional" nullValue="2147483647"/>
  <type name="UInt8NULL" primitiveType="uint8" presence="optional" nullValue="255"/>
  <composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
   <type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
   <type name="version" primitiveType="uint16"/></composite>
  <composite name="groupSize"><type name="blockLength" primitiveType="uint16"/>
   <type name="numInGroup" primitiveType="uint8"/></composite>
  <composite name="groupSize8Byte"><type name="blockLength" primitiveType="uint16"/>
   <type name="numInGroup" offset="7" primitiveType="uint8"/></composite>
  <composite name="PRICE9" semanticType="Price"><type name="mantissa" primitiveType="int64"/>
   <type name="exponent" primitiveType="int8" presence="constant">-9</type></composite>
  <composite name="PRICENULL9" semanticType="Price">
   <type name="mantissa" primitiveType="int64" presence="optional" nullValue="9223372036854775807"/>
   <type name="exponent" primitiveType="int8" presence="constant">-9</type></composite>
  <composite name="MaturityMonthYear" semanticType="MonthYear">
   <type name="year" primitiveType="uint16" presence="optional" nullValue="65535"/>
   <type name="month" primitiveType="uint8" presence="optional" nullValue="255"/>
   <type name="day" primitiveType="uint8" presence="optional" nullValue="255"/>
   <type name="week" primitiveType="uint8" presence="optional" nullValue="255"/></composite>
  <composite name="DATA" semanticType="data"><type name="length" primitiveType="uint16"/>
   <type name="varData" length="0" primitiveType="char"/></composite>"""]
    kinds = ["Asset", "Symbol", "UInt64NULL", "UInt32NULL", "Int32NULL", "UInt8NULL", "PRICE9", "PRICENULL9", "MaturityMonthYear"]
    for index in range(30):
        encoding = draw.choice(("char", "uint8"))
        values = [f'<validValue name="{name()}{i}">{chr(65 + i) if encoding == "char" else i}</validValue>'
                  for i in range(draw.randint(2, 14))]
        out.append(f'  <enum name="Enum{index}" encodingType="{encoding}">{"".join(values)}</enum>')
        kinds.append(f"Enum{index}")
    for index in range(5):
        bits = [f'<choice name="{name()}{i}">{i}</choice>' for i in range(8)]
        out.append(f'  <set name="Set{index}" encodingType="uint8">{"".join(bits)}</set>')
        kinds.append(f"Set{index}")
    out.append(" </types>")
    field = lambda number: f'   <field name="{name()}{number}" id="{number}" type="{draw.choice(kinds + [t for t, _ in TYPES])}" ' \
                           f'description="{name()} of the {name()}" semanticType="int"' \
                           + (f' sinceVersion="{draw.randint(1, 13)}"' if draw.random() < 0.1 else "") + "/>"
    left = groups
    for index in range(messages):
        out.append(f' <ns2:message name="{name()}{index}" id="{index + 1}" description="{name()}" semanticType="X">')
        out += [field(number + 1) for number in range(draw.randint(4, 24))]
        for group in range(left // (messages - index)):
            dimension = draw.choice(("groupSize", "groupSize8Byte"))
            out.append(f'  <group name="No{name()}{group}" id="{100 + group}" dimensionType="{dimension}">')
            out += [field(number + 1) for number in range(draw.randint(2, 14))]
            out.append("  </group>")
        left -= left // (messages - index)
        out.append(" </ns2:message>")
    return "\n".join(out) + "\n</ns2:messageSchema>\n"


if __name__ == "__main__":
    print(schema(), end="")
