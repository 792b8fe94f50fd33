/* What every translated kernel starts with: integers as Python means them, and the checks. */
#include <stdint.h>

typedef int64_t I;

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#elif defined(_WIN32)
#define EXPORT(name) __declspec(dllexport)
#else
#define EXPORT(name) __attribute__((visibility("default")))
#endif
#if defined(__wasm__) /* what is inlined everywhere must be sent to browsers, too: Clang chooses */
#define SMALL static inline __attribute__((unused))
#else
#define SMALL static inline __attribute__((always_inline, unused))
#endif
#define LARGE static __attribute__((unused))

#if defined(_WIN32) && !defined(CHECKED) /* no C library is linked there */
int DllMainCRTStartup(void *module, unsigned reason, void *reserved) { return 1; }

__attribute__((no_builtin("memcpy"))) void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
    for (__SIZE_TYPE__ i = 0; i < size; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
__attribute__((no_builtin("memset"))) void *memset(void *to, int value, __SIZE_TYPE__ size)
{
    for (__SIZE_TYPE__ i = 0; i < size; i++) ((char *)to)[i] = (char)value;
    return to;
}
#endif

SMALL I popcount(I bits) { return __builtin_popcountll((uint64_t)bits); }

SMALL I floor_divide(I a, I b) { I q = a / b; return q - (b < 0 ? q * b < a : q * b > a); }
SMALL I floor_remainder(I a, I b) { I r = a % b; return (r != 0) & ((r < 0) != (b < 0)) ? r + b : r; }

SMALL I smaller_int(I a, I b) { return b < a ? b : a; }
SMALL I larger_int(I a, I b) { return b > a ? b : a; }
SMALL double smaller_float(double a, double b) { return b < a ? b : a; }
SMALL double larger_float(double a, double b) { return b > a ? b : a; }

#ifdef CHECKED
#ifdef _WIN32
#include <setjmp.h>
#else /* declared here: no header of a C library is needed */
typedef struct { _Alignas(16) char room[512]; } jmp_buf[1];
int _setjmp(jmp_buf) __attribute__((returns_twice));
void longjmp(jmp_buf, int) __attribute__((noreturn));
#define setjmp _setjmp
#endif

enum { INDEX = 1, OVERFLOW, SHIFT, DIVISION, WIDTH };

static _Thread_local jmp_buf escape;
static _Thread_local struct fault { I kind, a, b; const char *where; } fault;

EXPORT(last_fault) struct fault *last_fault(void) { return &fault; }

__attribute__((noreturn)) static void fail(I kind, I a, I b, const char *where)
{
    fault.kind = kind, fault.a = a, fault.b = b, fault.where = where;
    longjmp(escape, 1);
}

SMALL I at(I index, I length, const char *where)
{
    if (index < 0 || index >= length) fail(INDEX, index, length, where);
    return index;
}
SMALL I add(I a, I b, const char *where)
{
    I result;
    if (__builtin_add_overflow(a, b, &result)) fail(OVERFLOW, a, b, where);
    return result;
}
SMALL I subtract(I a, I b, const char *where)
{
    I result;
    if (__builtin_sub_overflow(a, b, &result)) fail(OVERFLOW, a, b, where);
    return result;
}
SMALL I multiply(I a, I b, const char *where)
{
    I result;
    if (__builtin_mul_overflow(a, b, &result)) fail(OVERFLOW, a, b, where);
    return result;
}
SMALL I shift_left(I a, I n, const char *where)
{
    if (n < 0 || n > 63) fail(SHIFT, n, 64, where);
    I result = (I)((uint64_t)a << n);
    if (result >> n != a) fail(OVERFLOW, a, n, where);
    return result;
}
SMALL I shift_right(I a, I n, const char *where)
{
    if (n < 0 || n > 63) fail(SHIFT, n, 64, where);
    return a >> n;
}
SMALL I nonzero(I divisor, const char *where)
{
    if (divisor == 0) fail(DIVISION, 0, 0, where);
    return divisor;
}
SMALL double nonzero_float(double divisor, const char *where)
{
    if (divisor == 0.0) fail(DIVISION, 0, 0, where);
    return divisor;
}
SMALL I fits(I value, I lowest, I highest, const char *where)
{
    if (value < lowest || value > highest) fail(WIDTH, value, highest, where);
    return value;
}
#endif
