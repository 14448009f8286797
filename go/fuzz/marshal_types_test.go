package fuzz

// Types of every kind with marshaling methods: named for the methods (cbor, or all of the others) and for the receiver.

type valueCBORBool bool

func (valueCBORBool) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherBool bool

func (valueOtherBool) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherBool) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherBool) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherBool) IsZero() bool                   { return true }

type pointerCBORBool bool

func (*pointerCBORBool) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherBool bool

func (*pointerOtherBool) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherBool) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherBool) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherBool) IsZero() bool                   { return true }

type valueCBORInt int

func (valueCBORInt) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherInt int

func (valueOtherInt) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherInt) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherInt) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherInt) IsZero() bool                   { return true }

type pointerCBORInt int

func (*pointerCBORInt) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherInt int

func (*pointerOtherInt) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherInt) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherInt) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherInt) IsZero() bool                   { return true }

type valueCBORByte uint8

func (valueCBORByte) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherByte uint8

func (valueOtherByte) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherByte) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherByte) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherByte) IsZero() bool                   { return true }

type pointerCBORByte uint8

func (*pointerCBORByte) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherByte uint8

func (*pointerOtherByte) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherByte) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherByte) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherByte) IsZero() bool                   { return true }

type valueCBORFloat float64

func (valueCBORFloat) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherFloat float64

func (valueOtherFloat) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherFloat) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherFloat) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherFloat) IsZero() bool                   { return true }

type pointerCBORFloat float64

func (*pointerCBORFloat) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherFloat float64

func (*pointerOtherFloat) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherFloat) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherFloat) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherFloat) IsZero() bool                   { return true }

type valueCBORText string

func (valueCBORText) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherText string

func (valueOtherText) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherText) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherText) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherText) IsZero() bool                   { return true }

type pointerCBORText string

func (*pointerCBORText) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherText string

func (*pointerOtherText) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherText) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherText) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherText) IsZero() bool                   { return true }

type valueCBORBytes []byte

func (valueCBORBytes) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherBytes []byte

func (valueOtherBytes) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherBytes) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherBytes) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherBytes) IsZero() bool                   { return true }

type pointerCBORBytes []byte

func (*pointerCBORBytes) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherBytes []byte

func (*pointerOtherBytes) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherBytes) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherBytes) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherBytes) IsZero() bool                   { return true }

type valueCBORList []int

func (valueCBORList) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherList []int

func (valueOtherList) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherList) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherList) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherList) IsZero() bool                   { return true }

type pointerCBORList []int

func (*pointerCBORList) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherList []int

func (*pointerOtherList) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherList) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherList) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherList) IsZero() bool                   { return true }

type valueCBORPair [2]int

func (valueCBORPair) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherPair [2]int

func (valueOtherPair) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherPair) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherPair) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherPair) IsZero() bool                   { return true }

type pointerCBORPair [2]int

func (*pointerCBORPair) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherPair [2]int

func (*pointerOtherPair) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherPair) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherPair) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherPair) IsZero() bool                   { return true }

type valueCBORMap map[string]int

func (valueCBORMap) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherMap map[string]int

func (valueOtherMap) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherMap) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherMap) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherMap) IsZero() bool                   { return true }

type pointerCBORMap map[string]int

func (*pointerCBORMap) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherMap map[string]int

func (*pointerOtherMap) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherMap) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherMap) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherMap) IsZero() bool                   { return true }

type valueCBORStruct struct{ A int }

func (valueCBORStruct) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherStruct struct{ A int }

func (valueOtherStruct) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherStruct) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherStruct) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherStruct) IsZero() bool                   { return true }

type pointerCBORStruct struct{ A int }

func (*pointerCBORStruct) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherStruct struct{ A int }

func (*pointerOtherStruct) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherStruct) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherStruct) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherStruct) IsZero() bool                   { return true }

type valueCBORFunc func()

func (valueCBORFunc) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type valueOtherFunc func()

func (valueOtherFunc) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (valueOtherFunc) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (valueOtherFunc) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (valueOtherFunc) IsZero() bool                   { return true }

type pointerCBORFunc func()

func (*pointerCBORFunc) MarshalCBOR() ([]byte, error) { return []byte{0x63, 'c', 'b', 'o'}, nil }

type pointerOtherFunc func()

func (*pointerOtherFunc) MarshalBinary() ([]byte, error) { return []byte("binary"), nil }
func (*pointerOtherFunc) MarshalText() ([]byte, error)   { return []byte("text"), nil }
func (*pointerOtherFunc) MarshalJSON() ([]byte, error)   { return []byte(`"json"`), nil }
func (*pointerOtherFunc) IsZero() bool                   { return true }
