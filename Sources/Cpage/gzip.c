/* gzip compression (RFC 1952). */

#include "Cpage.h"

#include <zlib.h>

/* Added to the window size to make zlib write the gzip header and trailer. */
enum { gzip_format = 16, memory = 9 };

size_t pmd_web_gzip(const unsigned char *bytes, size_t count, unsigned char *output, size_t size) {
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_format, memory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = output;
    stream.avail_out = (uInt)size;
    int code = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return code == Z_STREAM_END ? written : 0;
}
