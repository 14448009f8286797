package cbor

import "encoding/binary"

// What quick returns instead of an end.
const (
	quickEnded  = -1 // the data ends within an item
	quickUnsure = -2 // a scanner has to look
)

// quick returns the end of so many items at off that stand under depth levels of nesting, if they are what items mostly
// are: of definite length, with at most one tag in front. It needs no memory of its own.
func (dm *decMode) quick(data []byte, off, items, depth int) int {
	for ; items > 0; items-- {
		if off >= len(data) {
			return quickEnded
		}
		b := data[off]
		// A branch that is foreseen takes less time than a look at leafSizes.
		if info := b & additionalInformationMask; info < 24 && b < byte(cborTypeArray) {
			if off++; b >= byte(cborTypeByteString) {
				off += int(info)
			}
			continue
		}
		if b&0xc0 == byte(cborTypeByteString) { // long strings are common enough to do without a head
			switch rest := data[off:]; b & additionalInformationMask {
			case 24:
				if len(rest) >= 2 {
					off += 2 + int(rest[1])
					continue
				}
			case 25:
				if len(rest) >= 3 {
					off += 3 + int(binary.BigEndian.Uint16(rest[1:]))
					continue
				}
			case 26:
				if len(rest) >= 5 {
					if n := binary.BigEndian.Uint32(rest[1:]); uint64(n) <= uint64(len(rest)) {
						off += 5 + int(n)
						continue
					}
				}
			}
		}
		if size := int(leafSizes[b]); size > 0 {
			off += size
			continue
		}
		if b&0xf0 == byte(cborTypeTag) && dm.allTags && off+1 < len(data) && getType(data[off+1]) != cborTypeTag {
			off++ // a tag number below 16
			b = data[off]
			if size := int(leafSizes[b]); size > 0 {
				off += size
				continue
			}
		}
		h := head{b, 1, uint64(b & additionalInformationMask)}
		if h.arg >= 24 {
			var ok bool
			if h, ok = readLongHead(data, off, b); !ok || h.indefinite() {
				return quickUnsure
			}
		}
		off += int(h.size)
		switch t := h.typ(); t {
		case cborTypeByteString, cborTypeTextString:
			if h.arg > uint64(len(data)) {
				return quickUnsure
			}
			off += int(h.arg)
		case cborTypeArray, cborTypeMap:
			most, n := dm.opts.MaxArrayElements, int(h.arg)
			if t == cborTypeMap {
				most, n = dm.opts.MaxMapPairs, 2*n
			}
			if h.arg > uint64(most) || depth >= dm.opts.MaxNestedLevels {
				return quickUnsure
			}
			if items == 1 { // nothing comes behind it: its contents are all that is left
				items, depth = n+1, depth+1
			} else if off = dm.quick(data, off, n, depth+1); off < 0 {
				return off
			}
		case cborTypeTag:
			if off >= len(data) || getType(data[off]) == cborTypeTag || !dm.allTags {
				return quickUnsure
			}
			items++ // its content
		default:
			return quickUnsure
		}
	}
	if off > len(data) {
		return quickEnded
	}
	return off
}
