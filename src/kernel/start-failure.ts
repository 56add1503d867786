import { errorCode } from './errors'

export class StartFailure extends Error {}

/** Undefined if the error has another cause. */
function storageFailure(path: string, error: unknown): StartFailure | undefined {
  if (error instanceof StartFailure) return error
  const code = errorCode(error)
  const sentence = sentenceOf(path, code)
  return sentence === undefined ? undefined : new StartFailure(`${sentence} (${code})`, { cause: error })
}

function sentenceOf(path: string, code: string): string | undefined {
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) return `There is no space left to write ${path}.`
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB|SQLITE_IOERR)/.test(code)) return damagedSentence(path)
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)/.test(code)) {
    return `${path} cannot be written. Give the user who runs Recado the right to write there, or set DATA_DIR to another folder.`
  }
  return undefined
}

export const damagedSentence = (path: string) =>
  `${path} is damaged. Put it back with recado restore while Recado is stopped, and start again.`

/** @throws StartFailure when the storage is the cause */
export function orStartFailure<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw storageFailure(path, error) ?? error
  }
}
