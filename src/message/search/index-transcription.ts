import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageId } from '../../kernel/ids'

const statements = perCompany(({ sqlite }) => ({
  index: sqlite.prepare<unknown, [number, string]>(
    'INSERT OR REPLACE INTO transcription_search (rowid, body) VALUES (?, ?)',
  ),
}))

/** Indexes a voice note's text for the message search. Requires a transaction. */
export function indexTranscription(ctx: CompanyContext, messageId: MessageId, text: string) {
  statements(ctx.company).index.run(messageId, text)
}
