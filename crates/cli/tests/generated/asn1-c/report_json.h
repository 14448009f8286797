/* Values of report.h as JSON, on one line or indented.
 *
 * Written by wireglot; changes will be lost.
 */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report.h"
#include "wireglot/json.h"

#ifdef __cplusplus
extern "C" {
#endif

wg_error Report_to_json(const Report *value, wg_json *text);
wg_error Report_print(const Report *value, wg_json *text);
wg_error Field_to_json(const Field *value, wg_json *text);
wg_error Field_print(const Field *value, wg_json *text);
#ifdef __cplusplus
}
#endif

#endif
