// Writes an order, reads it in another order, and shows it as JSON.
//
//	wireglot gen go ../sbe-cpp/orders.xml -o orders
//	go mod init example && go run .
package main

import (
	"fmt"
	"log"

	"example/orders"
)

func main() {
	buffer := make([]byte, 256)

	var w orders.OrderWriter
	w.Wrap(buffer)
	w.SetId(42)
	w.SetSymbol([]byte("ACME"))
	w.SetSide(orders.SideBuy)
	w.SetSize(300)
	w.SetFlags(orders.FlagsTest)
	w.Price().SetMantissa(12345)
	parts := w.Parts()
	for _, account := range []uint32{7, 8} {
		parts.Next()
		parts.SetAccount(account)
		parts.SetSize(150)
		parts.SetNote([]byte("first"))
	}
	w.SetText([]byte("thanks"))
	size, err := w.Finish()
	if err != nil {
		log.Fatal(err)
	}

	var order orders.Order
	if err := order.Wrap(buffer[:size]); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s, %s\n", order.Text(), order.Symbol(), order.Side().Name())
	if quantity, ok := order.Size(); ok {
		fmt.Println(quantity)
	}
	for part := range order.Parts().All() {
		fmt.Printf("%d %d %s\n", part.Account(), part.Size(), part.Note())
	}
	if err := order.Err(); err != nil {
		log.Fatal(err)
	}
	text, err := order.AppendJSON(nil)
	fmt.Println(string(text), err)

	edit := order.Edit()
	edit.SetSize(310)
	for part := range order.Parts().All() {
		first := part.Edit(&edit)
		first.SetSize(160)
		break
	}
	if err := edit.Err(); err != nil {
		log.Fatal(err)
	}
	text, err = order.AppendJSON(nil)
	fmt.Println(string(text), err)

	fmt.Println(order.Wrap(buffer[:20]))
}
