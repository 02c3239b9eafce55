#pragma once
#include <gd.h>
#include <stdarg.h>

static inline void marquee_gd_ignore(int priority, const char *format, va_list arguments) {
    (void)priority;
    (void)format;
    (void)arguments;
}

// gd writes its messages to stderr unless somebody else takes them.
static inline void marquee_gd_quiet(void) { gdSetErrorMethod(marquee_gd_ignore); }

// The picture as an EXIF orientation (2 to 8) says it is to be shown; NULL without memory. The source has to be true colour.
static inline gdImagePtr marquee_gd_oriented(gdImagePtr source, int orientation) {
    int width = source->sx, height = source->sy;
    gdImagePtr target = orientation >= 5 ? gdImageCreateTrueColor(height, width) : gdImageCreateTrueColor(width, height);
    if (!target) return NULL;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int tx = x, ty = y;
            switch (orientation) {
            case 2: tx = width - 1 - x; break;
            case 3: tx = width - 1 - x; ty = height - 1 - y; break;
            case 4: ty = height - 1 - y; break;
            case 5: tx = y; ty = x; break;
            case 6: tx = height - 1 - y; ty = x; break;
            case 7: tx = height - 1 - y; ty = width - 1 - x; break;
            case 8: tx = y; ty = width - 1 - x; break;
            default: break;
            }
            target->tpixels[ty][tx] = source->tpixels[y][x];
        }
    }
    return target;
}

// Whether no pixel lets anything shine through.
static inline int marquee_gd_is_opaque(gdImagePtr image) {
    for (int y = 0; y < image->sy; y++) {
        for (int x = 0; x < image->sx; x++) {
            if (gdImageGetTrueColorPixel(image, x, y) >> 24) return 0;
        }
    }
    return 1;
}
