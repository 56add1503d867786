import { existsSync } from 'node:fs'

/** Has no windows and takes less than half of Chromium's processor time. */
const shell = '/usr/bin/chromium-headless-shell'

export const hasShell = () => existsSync(shell)

/** The first that is installed is used. */
export const systemBrowser = () => [shell, '/usr/bin/chromium'].find((path) => existsSync(path))
