import type { Platform } from '../platform'
import type { AnswerOf, Business, BusinessCalls, BusinessNotes, GivenOf } from './business'
import { answerCall, takeNote } from './business-writes'

/** For one process, which owns the business. */
export function createLocalBusiness(platformOf: () => Platform): Business {
  return {
    isOwner: () => true,
    note: <Kind extends keyof BusinessNotes>(kind: Kind, note: BusinessNotes[Kind]) =>
      takeNote(platformOf(), kind, note),
    call: async <Kind extends keyof BusinessCalls>(kind: Kind, given: GivenOf<Kind>): Promise<AnswerOf<Kind>> =>
      answerCall(platformOf(), kind, given),
  }
}
