"""Writes an order, and reads it as a value, as a view, and a column at a time.

    wireglot gen python ../sbe-cpp/orders.xml -o .
    python example.py
"""

import json

import orders

order = orders.Order(
    id=42,
    symbol="ACME",
    side=orders.side.buy,
    price=orders.price(mantissa=12345),
    flags=orders.flags.test,
    parts=[orders.Order_parts(account=account, size=150, note="first") for account in (7, 8)],
    text="thanks",
)
octets = order.encode()

read = orders.Order.decode(octets)
print(read == order, read.size, read.parts[1].account)
print(json.dumps(read.to_json()))

view = orders.OrderView(octets)
print(view.text, view.symbol, view.price.mantissa, [part.account for part in view.parts])

try:
    orders.decode(octets[:20])
except orders.SbeError as problem:
    print(problem.code, problem.offset)
