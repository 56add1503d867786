import { existsSync } from 'node:fs'

/** The first that is installed is used. The shell has no windows and takes about half of Chromium's processor time. */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export const systemBrowser = () => paths.find((path) => existsSync(path))
