/** What kind of server this is, once it has said so. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Mode } from "../contract";

export const served = $state<{ mode: Mode | undefined }>({ mode: undefined });
