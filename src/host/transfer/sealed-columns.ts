import type { SealedColumn } from '../../kernel/database/reseal-columns'

const text = (table: string, ...columns: string[]): SealedColumn[] =>
  columns.map((column) => ({ table, column, form: 'text' }))

/** Everything in a company's file that the host's key seals. */
export const sealedColumns: readonly SealedColumn[] = [
  ...text('connection', 'token'),
  ...text('company_webhook', 'url', 'secret'),
  ...text('connection_webhook', 'url', 'secret'),
  ...text('prompt', 'api_key', 'voice_key'),
  ...text('ai_provider', 'api_key'),
  ...text('queue_integration', 'json_content', 'url_n8n', 'secret'),
  ...text('cloud_account', 'token', 'app_secret'),
  ...text('page_account', 'token'),
  ...text('erased_number_key', 'sealed'),
  ...text('totp', 'secret'),
  ...text('push_device', 'subscription'),
  { table: 'whatsapp_key', column: 'value', form: 'bytes' },
  { table: 'job', column: 'payload', form: 'mail' },
  { table: 'held_row', column: 'row', form: 'mail' },
]
