/* Arrays of INTEGERs with SSSE3 and AVX-512 of x86-64, chosen at run time. */
#include "batch_ways.h"
#include "wireglot/tlv_inline.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(WG_BATCH_PORTABLE)

/* In C++, gcc 12 warns about the undefined operands of its own intrinsics. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <immintrin.h>

/* -DWG_BATCH_NO_AVX512 disables the second implementation, to test and measure the first. */
#ifdef WG_BATCH_NO_AVX512
#define WG_BATCH_AVX512 0
#else
#define WG_BATCH_AVX512 1
#endif

#define WG_SSSE3 __attribute__((target("ssse3")))
#define WG_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512cd,popcnt,bmi,bmi2,lzcnt")))

/* Two numbers take up to 12 octets, which one shuffle puts in order. */
#define WG_PAIR 16

/* -- SSSE3, written ---------------------------------------------------------- */

/* For the sizes of two numbers, minus one (first * 4 + second): the source of each of 16 octets, the last of
 * which are their encodings. In the source, octets 0 to 3 and 4 to 7 are the numbers, little-endian, followed
 * by the identifier and both sizes. */
#define WG_X 0x80
#define WG_NUMBER_1(at) (at)
#define WG_NUMBER_2(at) (at) + 1, (at)
#define WG_NUMBER_3(at) (at) + 2, (at) + 1, (at)
#define WG_NUMBER_4(at) (at) + 3, (at) + 2, (at) + 1, (at)
#define WG_FIRST(n) 8, 9, WG_NUMBER_##n(0)
#define WG_SECOND(n) 8, 10, WG_NUMBER_##n(4)

static const uint8_t pairs[16][WG_PAIR] = {
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(1), WG_SECOND(1)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(1), WG_SECOND(2)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(1), WG_SECOND(3)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(1), WG_SECOND(4)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(2), WG_SECOND(1)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(2), WG_SECOND(2)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(2), WG_SECOND(3)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(2), WG_SECOND(4)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(3), WG_SECOND(1)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(3), WG_SECOND(2)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(3), WG_SECOND(3)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(3), WG_SECOND(4)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(4), WG_SECOND(1)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(4), WG_SECOND(2)},
    {WG_X, WG_X, WG_X, WG_X, WG_X, WG_FIRST(4), WG_SECOND(3)},
    {WG_X, WG_X, WG_X, WG_X, WG_FIRST(4), WG_SECOND(4)},
};

/* The size of each of four numbers in octets, minus one. */
WG_SSSE3 static inline __m128i sizes_of(__m128i numbers)
{
    __m128i size, n = _mm_xor_si128(numbers, _mm_srai_epi32(numbers, 31));
    size = _mm_cmpgt_epi32(n, _mm_set1_epi32(0x7f));
    size = _mm_add_epi32(size, _mm_cmpgt_epi32(n, _mm_set1_epi32(0x7fff)));
    size = _mm_add_epi32(size, _mm_cmpgt_epi32(n, _mm_set1_epi32(0x7fffff)));
    return _mm_sub_epi32(_mm_setzero_si128(), size);
}

/* Writes two numbers that end at `p` and have these sizes minus one; returns their start. */
WG_SSSE3 static inline uint8_t *put_pair(uint8_t *p, __m128i numbers, uint8_t identifier, unsigned first, unsigned second)
{
    uint32_t heads = identifier | (first + 1) << 8 | (second + 1) << 16;
    __m128i source = _mm_unpacklo_epi64(numbers, _mm_cvtsi32_si128((int)heads));
    __m128i order = _mm_loadu_si128((const __m128i *)(const void *)pairs[first * 4 + second]);
    _mm_storeu_si128((__m128i *)(void *)(p - WG_PAIR), _mm_shuffle_epi8(source, order));
    return p - (first + second + 6);
}

WG_SSSE3 static size_t put_ssse3(wg_writer *w, uint8_t identifier, const int32_t *values, size_t count)
{
    uint8_t *p = w->next;
    for (; count >= 4 && p - w->start >= 2 * WG_PAIR; count -= 4) {
        __m128i numbers = _mm_loadu_si128((const __m128i *)(const void *)(values + count - 4));
        __m128i sizes = sizes_of(numbers);
        /* Four sizes in one number, one per octet. */
        uint32_t s = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(_mm_packs_epi32(sizes, sizes), sizes));
        p = put_pair(p, _mm_srli_si128(numbers, 8), identifier, s >> 16 & 3, s >> 24);
        p = put_pair(p, numbers, identifier, s & 3, s >> 8 & 3);
    }
    w->next = p;
    return count;
}

/* -- SSSE3, read --------------------------------------------------------------- */

/* Numbers of one size, minus one, as many as fit into 16 octets. */
typedef struct wg_row {
    unsigned count;
    unsigned heads;          /* positions of identifiers and sizes */
    uint8_t expected[WG_PAIR]; /* which of the two is at each position */
    uint8_t order[WG_PAIR];  /* the source of each octet of their words, most significant octet of a number first */
} wg_row;

static const wg_row rows[4] = {
    {4, 0x06db, {0, 1, WG_X, 0, 1, WG_X, 0, 1, WG_X, 0, 1, WG_X, WG_X, WG_X, WG_X, WG_X},
     {WG_X, WG_X, WG_X, 2, WG_X, WG_X, WG_X, 5, WG_X, WG_X, WG_X, 8, WG_X, WG_X, WG_X, 11}},
    {4, 0x3333, {0, 1, WG_X, WG_X, 0, 1, WG_X, WG_X, 0, 1, WG_X, WG_X, 0, 1, WG_X, WG_X},
     {WG_X, WG_X, 3, 2, WG_X, WG_X, 7, 6, WG_X, WG_X, 11, 10, WG_X, WG_X, 15, 14}},
    {3, 0x0c63, {0, 1, WG_X, WG_X, WG_X, 0, 1, WG_X, WG_X, WG_X, 0, 1, WG_X, WG_X, WG_X, WG_X},
     {WG_X, 4, 3, 2, WG_X, 9, 8, 7, WG_X, 14, 13, 12, WG_X, WG_X, WG_X, WG_X}},
    {2, 0x00c3, {0, 1, WG_X, WG_X, WG_X, WG_X, 0, 1, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X},
     {5, 4, 3, 2, 11, 10, 9, 8, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X, WG_X}},
};

/* Reads numbers of the same length as the first one, as long as there are any; sets `*at` to the position
   after them. */
WG_SSSE3 static size_t get_row(const uint8_t **at, const uint8_t *end, uint8_t identifier, int32_t *values, size_t most)
{
    const uint8_t *p = *at;
    const wg_row *row;
    size_t count = 0;
    unsigned size, lanes;
    __m128i expected, order, shift;
    if (end - p < WG_PAIR || p[1] - 1u > 3) {
        return 0;
    }
    size = p[1];
    row = &rows[size - 1];
    lanes = (1u << 4 * row->count) - 1;
    order = _mm_loadu_si128((const __m128i *)(const void *)row->order);
    shift = _mm_cvtsi32_si128((int)(32 - 8 * size));
    expected = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)(identifier | size << 8)),
                                _mm_loadu_si128((const __m128i *)(const void *)row->expected));
    while (most - count >= 4 && end - p >= WG_PAIR) {
        __m128i data = _mm_loadu_si128((const __m128i *)(const void *)p), n, top;
        if (row->heads & ~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(data, expected))) {
            break;
        }
        n = _mm_shuffle_epi8(data, order);
        top = _mm_srli_epi32(n, 23);
        top = _mm_or_si128(_mm_cmpeq_epi32(top, _mm_setzero_si128()), _mm_cmpeq_epi32(top, _mm_set1_epi32(0x1ff)));
        if (size > 1 && (unsigned)_mm_movemask_epi8(top) & lanes) {
            break;
        }
        _mm_storeu_si128((__m128i *)(void *)(values + count), _mm_sra_epi32(n, shift));
        count += row->count;
        p += row->count * (size + 2);
    }
    *at = p;
    return count;
}

/* How many numbers of mixed sizes are read before looking for a row again. */
#define WG_MIXED 32

/* Reads rows if there are any, and numbers of mixed sizes one by one, which is fastest for these. */
static size_t get_mixed(const uint8_t **at, const uint8_t *end, uint8_t identifier, int32_t *values, size_t most)
{
    size_t count = 0;
    most = most < WG_MIXED ? most : WG_MIXED;
    while (count < most) {
        const uint8_t *p = wg_quick_get_i32(*at, end, identifier, values + count);
        if (!p) {
            break;
        }
        *at = p;
        count++;
    }
    return count;
}

static size_t get_ssse3(wg_reader *r, uint8_t identifier, int32_t *values, size_t most)
{
    const uint8_t *p = r->next;
    size_t count = 0, row, mixed;
    do {
        row = get_row(&p, r->end, identifier, values + count, most - count);
        count += row;
        mixed = get_mixed(&p, r->end, identifier, values + count, most - count);
        count += mixed;
    } while (row + mixed > 0);
    r->next = p;
    return count;
}

/* -- AVX-512, written ------------------------------------------------------------ */

/* Eight numbers, each in a 64-bit word: its identifier, its size and its octets from the left. Those that are
 * used are then compressed together. */
WG_AVX512 static size_t put_avx512(wg_writer *w, uint8_t identifier, const int32_t *values, size_t count)
{
    const __m512i swap = _mm512_set_epi64(0x0f0f0f0f08090a0b, 0x0707070700010203, 0x0f0f0f0f08090a0b, 0x0707070700010203,
                                          0x0f0f0f0f08090a0b, 0x0707070700010203, 0x0f0f0f0f08090a0b, 0x0707070700010203);
    const __m512i head = _mm512_set1_epi64(identifier);
    const __m512i octets = _mm512_set1_epi64(0x0706050403020100);
    uint8_t *p = w->next;
    for (; count >= 8 && p - w->start >= 64; count -= 8) {
        __m512i n = _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)(values + count - 8)));
        __m512i bits = _mm512_xor_si512(n, _mm512_srai_epi64(n, 63));
        /* 71 minus the leading zeros of 2n + 1, in octets (X.690 8.3.2). */
        __m512i zeros = _mm512_lzcnt_epi64(_mm512_add_epi64(_mm512_add_epi64(bits, bits), _mm512_set1_epi64(1)));
        __m512i size = _mm512_srli_epi64(_mm512_sub_epi64(_mm512_set1_epi64(71), zeros), 3);
        __m512i up = _mm512_sllv_epi64(n, _mm512_sub_epi64(_mm512_set1_epi64(32), _mm512_slli_epi64(size, 3)));
        __m512i text = _mm512_slli_epi64(_mm512_and_si512(_mm512_shuffle_epi8(up, swap), _mm512_set1_epi64(0xffffffff)), 16);
        __mmask64 used;
        __m512i whole = _mm512_or_si512(text, _mm512_or_si512(head, _mm512_slli_epi64(size, 8)));
        /* Octet i of a word is used if it is before size + 2. */
        __m512i end = _mm512_shuffle_epi8(_mm512_add_epi64(size, _mm512_set1_epi64(2)),
                                          _mm512_set_epi64(0x0808080808080808, 0, 0x0808080808080808, 0, 0x0808080808080808, 0,
                                                           0x0808080808080808, 0));
        unsigned length;
        used = _mm512_cmplt_epu8_mask(octets, end);
        length = (unsigned)_mm_popcnt_u64(used);
        p -= length;
        /* What follows the last octet has already been written and is kept. */
        _mm512_mask_storeu_epi8(p, _bzhi_u64(~(uint64_t)0, length), _mm512_maskz_compress_epi8(used, whole));
    }
    w->next = p;
    return count;
}

/* -- AVX-512, read ----------------------------------------------------------------- */

/* Numbers of one size, as many as fit into 64 octets, but at most 16. */
typedef struct wg_run {
    unsigned count;
    uint64_t identifiers; /* their positions */
} wg_run;

/* Reads a run of at most 16 numbers of the same length as the first one; returns 0 if there are none. */
WG_AVX512 static inline size_t get_run(const uint8_t *p, const uint8_t *end, uint8_t identifier, int32_t *values, size_t most)
{
    static const wg_run runs[4] = {
        {16, 0x0000249249249249u}, {16, 0x1111111111111111u}, {12, 0x0084210842108421u}, {10, 0x0041041041041041u}};
    unsigned size = p[1], step = size + 2;
    wg_run run;
    __m512i data, at, n;
    __mmask64 same;
    __mmask16 lanes, wrong;
    if (end - p < 64 || size - 1 > 3) {
        return 0;
    }
    run = runs[size - 1];
    run.count = run.count < most ? run.count : (unsigned)most;
    data = _mm512_loadu_si512(p);
    same = _mm512_cmpeq_epi8_mask(data, _mm512_set1_epi8((char)identifier)) &
           _mm512_cmpeq_epi8_mask(data, _mm512_set1_epi8((char)size)) >> 1;
    /* The number of them that start like the first one. */
    same = ~same & run.identifiers;
    if (same) {
        unsigned fit = (unsigned)_tzcnt_u64(same) / step;
        run.count = fit < run.count ? fit : run.count;
    }
    lanes = (__mmask16)((1u << run.count) - 1);
    /* The octets of each in a lane, big-endian: lane i starts at i * step + 2. */
    at = _mm512_mullo_epi32(_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi32((int)step));
    at = _mm512_add_epi8(_mm512_mullo_epi32(at, _mm512_set1_epi32(0x01010101)), _mm512_set1_epi32(0x02030405));
    n = _mm512_permutexvar_epi8(at, data);
    wrong = _mm512_cmplt_epu32_mask(_mm512_add_epi32(_mm512_srli_epi32(n, 23), _mm512_set1_epi32(1)), _mm512_set1_epi32(2)) |
            _mm512_cmpeq_epi32_mask(_mm512_srli_epi32(n, 23), _mm512_set1_epi32(0x1ff));
    if (size > 1 && (wrong & lanes)) {
        run.count = (unsigned)_tzcnt_u32(wrong);
        lanes = (__mmask16)((1u << run.count) - 1);
    }
    _mm512_mask_storeu_epi32(values, lanes, _mm512_srav_epi32(n, _mm512_set1_epi32(32 - 8 * (int)size)));
    return run.count;
}

/* Long runs are read by sixteens. */
WG_AVX512 static size_t get_avx512(wg_reader *r, uint8_t identifier, int32_t *values, size_t most)
{
    const uint8_t *p = r->next;
    size_t count = 0, run, mixed;
    do {
        run = r->end - p >= 64 ? get_run(p, r->end, identifier, values + count, most - count) : 0;
        p += run ? run * (p[1] + 2u) : 0;
        count += run;
        mixed = run < 4 ? get_mixed(&p, r->end, identifier, values + count, most - count) : 0;
        count += mixed;
    } while (run + mixed > 0);
    r->next = p;
    return count;
}

wg_batch_ways wg_batch_ways_here(void)
{
    wg_batch_ways ways = {NULL, NULL};
    if (WG_BATCH_AVX512 && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("bmi2")) {
        ways.put = put_avx512;
        ways.get = get_avx512;
    } else if (__builtin_cpu_supports("ssse3")) {
        ways.put = put_ssse3;
        ways.get = get_ssse3;
    }
    return ways;
}

#else

wg_batch_ways wg_batch_ways_here(void)
{
    wg_batch_ways none;
    none.put = NULL;
    none.get = NULL;
    return none;
}

#endif
