#pragma once
#include <libxml/xmlversion.h>
// Debian's headers pull in those of ICU for one private struct; they clash with the ones inside Foundation.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>

// `xmlFree` is a variable, which Swift cannot call safely.
static inline void marquee_xml_free(void *memory) { xmlFree(memory); }

static inline void marquee_xml_ignore(void *data, void *error) {}

// Keeps the library from writing to standard error on this thread. The cast bridges versions whose handlers differ in a
// `const`.
static inline void marquee_xml_quiet(void) {
    xmlSetStructuredErrorFunc(NULL, (xmlStructuredErrorFunc)marquee_xml_ignore);
}
