import { assertUndoable, undoImport } from '../move-in/imported/undo-import'
import type { Platform } from '../platform/platform'
import type { CommandCall, Confirmation } from './command'
import { withConnections } from './with-connections'

export function confirmUndo(platform: Platform, company: number): Confirmation {
  const { name } = assertUndoable(platform, {}, company)
  return { name, sentence: `Company ${company} (${name}), which was imported, will be deleted with everything in it.` }
}

export async function undoAtTerminal(platform: Platform, company: number, { progress }: CommandCall) {
  return {
    undone: await withConnections(platform, () => undoImport(platform, {}, company, (what) => progress({ what }))),
  }
}

export type Undone = Awaited<ReturnType<typeof undoAtTerminal>>

export const printUndone = ({ undone }: Undone) =>
  `${undone.name} (company ${undone.companyId}) was taken away. The signed report is ${undone.report}.`
