/** Shows the report whose data the page holds. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import "../theme.css";
import "./report.css";
import "../board/board.css";
import { mount } from "svelte";
import type { ReportData } from "../contract";
import Report from "./Report.svelte";

const text = document.getElementById("data")?.textContent ?? "{}";
const target = document.getElementById("report");
if (target) mount(Report, { target, props: { data: JSON.parse(text) as ReportData } });
