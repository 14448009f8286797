package main

import (
	"errors"
	"reflect"

	"github.com/tinylib/msgp/msgp"
)

// msgpTypes are the types for which msgp has generated code.
var msgpTypes = map[reflect.Type]reflect.Type{
	reflect.TypeFor[rawKey]():      nil,
	reflect.TypeFor[map[int]any](): nil,
	reflect.TypeFor[t1]():          reflect.TypeFor[msgObject](),
	reflect.TypeFor[t2]():          reflect.TypeFor[msgObject](),
	reflect.TypeFor[t3]():          reflect.TypeFor[msgRow](),
	reflect.TypeFor[claims]():      reflect.TypeFor[msgClaims](),
	reflect.TypeFor[[]senML]():     reflect.TypeFor[msgPack](),
}

var errMsgpType = errors.New("msgp has no code for this type")

func msgpMarshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case msgObject:
		return v.MarshalMsg(nil)
	case msgRow:
		return v.MarshalMsg(nil)
	case msgClaims:
		return v.MarshalMsg(nil)
	case msgPack:
		return v.MarshalMsg(nil)
	}
	return msgp.AppendIntf(nil, v)
}

func msgpUnmarshal(data []byte, v any) (err error) {
	switch v := v.(type) {
	case msgp.Unmarshaler:
		_, err = v.UnmarshalMsg(data)
	case *any:
		*v, _, err = msgp.ReadIntfBytes(data)
	case *bool:
		*v, _, err = msgp.ReadBoolBytes(data)
	case *uint64:
		*v, _, err = msgp.ReadUint64Bytes(data)
	case *int64:
		*v, _, err = msgp.ReadInt64Bytes(data)
	case *float64:
		*v, _, err = msgp.ReadFloat64Bytes(data)
	case *[]byte:
		*v, _, err = msgp.ReadBytesBytes(data, nil)
	case *string:
		*v, _, err = msgp.ReadStringBytes(data)
	case *map[string]any:
		*v, _, err = msgp.ReadMapStrIntfBytes(data, nil)
	case *[]int:
		err = msgpInts(data, v)
	case *map[string]string:
		err = msgpStrings(data, v)
	default:
		err = errMsgpType
	}
	return err
}

func msgpInts(data []byte, v *[]int) error {
	n, data, err := msgp.ReadArrayHeaderBytes(data)
	if err != nil {
		return err
	}
	*v = make([]int, n)
	for i := range *v {
		if (*v)[i], data, err = msgp.ReadIntBytes(data); err != nil {
			return err
		}
	}
	return nil
}

func msgpStrings(data []byte, v *map[string]string) error {
	n, data, err := msgp.ReadMapHeaderBytes(data)
	if err != nil {
		return err
	}
	*v = make(map[string]string, n)
	for range n {
		var key, value string
		if key, data, err = msgp.ReadStringBytes(data); err != nil {
			return err
		}
		if value, data, err = msgp.ReadStringBytes(data); err != nil {
			return err
		}
		(*v)[key] = value
	}
	return nil
}
