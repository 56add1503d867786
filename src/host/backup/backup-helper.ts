import { startHelperProcess } from '../helper-process'
import type { BackupOrder, BackupProgress } from './backup-work'

export type BackupHelper = ReturnType<typeof startBackupHelper>

/** Starts the process that copies, checks and packs. */
export function startBackupHelper(target: string) {
  const { ask, write, stop, end } = startHelperProcess('backup-process')
  return {
    /** One at a time. @throws Error with what went wrong */
    ask<Result>(
      order: BackupOrder extends infer Order ? (Order extends BackupOrder ? Omit<Order, 'target'> : never) : never,
      progress: (step: BackupProgress) => void = () => {},
    ): Promise<Result> {
      return ask<Result>({ ...order, target }, async (given) => {
        const step = given as BackupProgress
        progress(step)
        if (step.kind === 'copied') await write({ confirmed: true })
      })
    },
    stop,
    end,
  }
}
