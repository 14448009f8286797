// Command wasi runs a WebAssembly program, such as the tests of a package, for go test -exec: the file system of the host
// is mounted for reading, and its temporary directory for writing.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if exit, ok := err.(*sys.ExitError); ok {
			os.Exit(int(exit.ExitCode()))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: wasi program [arguments]")
	}
	ctx := context.Background()
	code, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	// What was compiled is kept for the next time.
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(os.TempDir(), "wasi"))
	if err != nil {
		return err
	}
	defer cache.Close(ctx)
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	config := wazero.NewModuleConfig().WithArgs(args...).WithStdin(os.Stdin).WithStdout(os.Stdout).WithStderr(os.Stderr).
		WithSysWalltime().WithSysNanotime().WithSysNanosleep().WithRandSource(rand.Reader).
		WithEnv("PWD", dir).WithEnv("WIREGLOT_SHARED", os.Getenv("WIREGLOT_SHARED")).
		WithFSConfig(wazero.NewFSConfig().WithReadOnlyDirMount("/", "/").WithDirMount(os.TempDir(), os.TempDir()))
	_, err = r.InstantiateWithConfig(ctx, code, config)
	if exit, ok := err.(*sys.ExitError); ok && exit.ExitCode() == 0 {
		return nil
	}
	return err
}
