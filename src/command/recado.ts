#!/usr/bin/env bun
import { argv } from 'node:process'

/** Loads only what the command needs. */
const [first, ...rest] = argv.slice(2)
if (first === undefined || first === 'start') await import('../main')
else if (first === 'backup-process') await (await import('../host/backup/backup-process')).runBackupProcess()
else if (first === 'move-in-process') await (await import('../move-in/write/move-in-process')).runMoveInProcess()
else process.exit(await (await import('./terminal')).runCommand([first, ...rest]))
