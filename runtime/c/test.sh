#!/usr/bin/env bash
# The C runtime's own tests with each compiler, level and language (tools/matrix).
cd "$(dirname "$0")/../.." && exec tools/matrix leaves
