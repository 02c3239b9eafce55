/* What was known of the sources when they were compiled. */
#ifndef MARQUEE_BUILD_H
#define MARQUEE_BUILD_H

/* The commit, or "unknown" when the builder did not say. */
const char *marquee_build_commit(void);

#endif
