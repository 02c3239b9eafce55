#pragma once
#include <libxml/xmlversion.h>
// Debian's headers pull in those of ICU for one private struct; they clash with the ones inside Foundation.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

// `xmlFree` is a variable, which Swift cannot call safely.
static inline void marquee_xml_free(void *memory) { xmlFree(memory); }
