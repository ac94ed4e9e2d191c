// The browser of tests and pictures: Debian's Chromium without windows, which draws and starts with
// much less work than the one with them. CHROMIUM names another one.
import { chromium } from 'playwright-core';

export const launch = (...args) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', ...args],
  });
