import { join } from 'node:path'

/** Exists while a folder is being restored: nothing may start on it. */
export const restoringMarker = (dataDir: string) => join(dataDir, 'restoring')
