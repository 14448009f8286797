"""Times of one codec of the Drone message: sys.argv[1] rounds, one line each with
nanoseconds for encode and decode, stock (a fresh object, all zero) and reused."""

import sys
import time

import drone_bp as bp

N = 300 if hasattr(bp, "bp") else 5000

zero = bytearray(bp.Drone.BYTES_LENGTH)
reused = bp.Drone()
reused.decode(zero)
reused.position.latitude = 123456789
reused.flight.velocity[1] = -5
reused.bytes[7] = 200
octets = reused.encode()
print(bytes(octets).hex())


def stock_encode():
    bp.Drone().encode()


def stock_decode():
    bp.Drone().decode(zero)


def reused_encode():
    reused.encode()


def reused_decode():
    reused.decode(octets)


for _ in range(int(sys.argv[1])):
    times = []
    for run in (stock_encode, stock_decode, reused_encode, reused_decode):
        start = time.perf_counter_ns()
        for _ in range(N):
            run()
        times.append((time.perf_counter_ns() - start) / N)
    print(*times)
