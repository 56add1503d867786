import { existsSync } from 'node:fs'

/** Has no windows and takes less than half of Chromium's processor time. */
const shell = '/usr/bin/chromium-headless-shell'

export const hasShell = () => existsSync(shell)

/** The first that is installed is used. Only the whole browser shows notices. */
export const systemBrowser = (isWhole = false) =>
  [...(isWhole ? [] : [shell]), '/usr/bin/chromium'].find((path) => existsSync(path))
