/* Whether this build has sanitizers, which need more system calls than a confined process has. */
#ifndef LUD_BASE_SANITIZED_H
#define LUD_BASE_SANITIZED_H

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BASE_IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BASE_IS_SANITIZED 1
#endif
#ifndef BASE_IS_SANITIZED
#define BASE_IS_SANITIZED 0
#endif

#endif
