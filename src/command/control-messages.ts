import { join } from 'node:path'
import * as v from 'valibot'
import { Refusal } from '../kernel/errors'
import { UnusableCopy } from '../host/restore/stage-files'
import { UnreadableSource } from '../move-in/source/source'
import { StartFailure } from '../kernel/start-failure'
import { CommandRefused, type Confirmation, type Progress } from './command'

/** What passes through the socket: JSON, one object a line. */
export const ControlRequest = v.strictObject({ command: v.string(), options: v.unknown() })
export type ControlRequest = v.InferOutput<typeof ControlRequest>

export type ControlAnswer =
  { progress: Progress } | { confirm: Confirmation } | { result: unknown } | { refused: string } | { failed: string }

export const controlSocket = (dataDir: string) => join(dataDir, 'control.sock')

/** Their message is a sentence for the person at the terminal. */
const sentenceErrors = [CommandRefused, StartFailure, UnusableCopy, UnreadableSource]

/** The end of a run that threw. */
export function answerOf(error: unknown): ControlAnswer {
  if (error instanceof Refusal) return { refused: sentenceOf(error) }
  if (sentenceErrors.some((kind) => error instanceof kind)) return { refused: (error as Error).message }
  return { failed: error instanceof Error ? error.message : String(error) }
}

const sentences: Partial<Record<Refusal['code'], string>> = {
  ERR_NO_COMPANY_FOUND: 'There is no such company.',
  ERR_COMPANY_DAMAGED: 'The file of this company is damaged. Restore it from a backup.',
  ERR_FILES_UNREACHABLE: 'The bucket for files does not answer. recado doctor says why; repeat this then.',
  ERR_COMPANY_UPDATING: 'The file of this company is being updated. Try again in a moment.',
  ERR_NO_NODE: 'No such node is running. The screen Servidor lists them.',
  ERR_COMPANY_MOVING: 'This company is being moved already, or no node serves it. Try again in a moment.',
  ERR_COMPANY_ELSEWHERE: 'Another node has this company. Run the command there.',
  ERR_READ_ONLY: 'Nothing can be written until the nodes have a majority again.',
  ERR_NOT_CONFIRMED: 'Another node took over this company. Look there whether it was done.',
  ERR_INITIAL_RECORD: 'Company 1 is the host’s own. It stays.',
  ERR_COMPANY_IMPORTING:
    'This company imports messages or contacts. Wait until that has ended, or disable the company.',
  ERR_IMPORT_RUNNING: 'Another system is being imported. Wait until that has ended.',
  ERR_NOT_IMPORTED: 'This company was not imported from another system.',
  ERR_LIVE_ALREADY: 'This company is live here already.',
  ERR_COMPANY_PAYING: 'Somebody of this company is paying right now. Try again in a moment.',
  ERR_NO_PLAN_FOUND: 'There is no such plan.',
  ERR_NO_USER_FOUND: 'Nobody on this host has this e-mail address.',
  ERR_EMAIL_ALREADY_EXISTS: 'Somebody on this host has this e-mail address already.',
}

const sentenceOf = ({ code }: Refusal) => sentences[code] ?? `It was refused: ${code}.`
