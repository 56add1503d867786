type Value = string | number | boolean | object | null | undefined
type Rows = Record<string, readonly Record<string, Value>[]>

const types: Record<string, string> = {
  created_at: 'timestamp without time zone',
  updated_at: 'timestamp(6) without time zone',
  last_activity_at: 'timestamp without time zone',
  agent_last_seen_at: 'timestamp without time zone',
}

function printed(value: Value) {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
}

/** As `pg_dump` prints tables, with the columns that the rows have. */
export function chatwootDump(tables: Rows): string {
  return Object.entries(tables)
    .map(([table, rows]) => {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      const declared = columns.map((column) => `    "${column}" ${types[column] ?? 'text'}`).join(',\n')
      const names = columns.map((column) => `"${column}"`).join(', ')
      const lines = rows.map((row) => columns.map((column) => printed(row[column])).join('\t'))
      return `CREATE TABLE public.${table} (\n${declared}\n);\n\nCOPY public.${table} (${names}) FROM stdin;\n${lines.join('\n')}\n\\.\n`
    })
    .join('\n')
}

const at = (minute: number) => `2024-05-06 12:${String(minute).padStart(2, '0')}:00.123456`
const times = (minute: number) => ({ created_at: at(minute), updated_at: at(minute) })

/** bcrypt of `senha-antiga`, at the cost of Devise. */
const encrypted_password = '$2a$11$abcdefghijklmnopqrstuuXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'

/** Two accounts that share a person, with inboxes of WhatsApp and others. */
export function chatwootRows(password = encrypted_password): Rows {
  const message = { account_id: 1, inbox_id: 11, private: false, status: 0, content_type: 0, sender_type: 'Contact' }
  return {
    accounts: [
      { id: 1, name: 'Floricultura', support_email: 'oi@flor.test', status: 0, settings: {}, ...times(0) },
      { id: 2, name: 'Oficina', status: 1, ...times(1) },
    ],
    users: [
      { id: 5, name: 'Íris', email: 'iris@flor.test', encrypted_password: password, type: 'SuperAdmin', ...times(0) },
      { id: 6, name: 'Jorge', email: 'jorge@flor.test', encrypted_password: password, ...times(0) },
    ],
    account_users: [
      { id: 1, account_id: 1, user_id: 5, role: 1, ...times(0) },
      { id: 2, account_id: 1, user_id: 6, role: 0, ...times(0) },
      { id: 3, account_id: 2, user_id: 6, role: 1, ...times(0) },
    ],
    teams: [{ id: 3, name: 'vendas', account_id: 1, ...times(0) }],
    team_members: [{ id: 1, team_id: 3, user_id: 6, ...times(0) }],
    channel_whatsapp: [
      { id: 7, account_id: 1, phone_number: '+5511900001111', provider: 'whatsapp_cloud', ...times(0) },
    ],
    inboxes: [
      {
        id: 11,
        channel_id: 7,
        channel_type: 'Channel::Whatsapp',
        account_id: 1,
        name: 'WhatsApp da loja',
        greeting_enabled: true,
        greeting_message: 'Olá!',
        ...times(1),
      },
      { id: 12, channel_id: 1, channel_type: 'Channel::WebWidget', account_id: 1, name: 'Site', ...times(1) },
      { id: 13, channel_id: 2, channel_type: 'Channel::Api', account_id: 2, name: 'Evolution', ...times(1) },
    ],
    contacts: [
      {
        id: 21,
        name: 'Zé\t"Flor" 🌻',
        phone_number: '+5511988880009',
        account_id: 1,
        blocked: true,
        ...times(2),
        custom_attributes: { cidade: 'Santos', pedidos: 3, vazio: null },
      },
      { id: 22, name: 'Sem número', account_id: 1, custom_attributes: {}, ...times(2) },
      { id: 23, name: 'Grupo', identifier: '120363000000000001@g.us', account_id: 2, ...times(2) },
      { id: 24, name: 'Do site', account_id: 1, email: 'site@x.test', ...times(2) },
    ],
    contact_inboxes: [
      { id: 1, contact_id: 22, inbox_id: 11, source_id: '5511977770000', ...times(2) },
      { id: 2, contact_id: 24, inbox_id: 12, source_id: '0f8fad5b-d9cb-469f-a165-70867728950e', ...times(2) },
    ],
    conversations: [
      {
        id: 31,
        account_id: 1,
        inbox_id: 11,
        status: 0,
        assignee_id: 6,
        contact_id: 21,
        team_id: 3,
        priority: 3,
        ...times(3),
        uuid: '11111111-2222-3333-4444-555555555555',
        display_id: 1,
        last_activity_at: at(20),
        agent_last_seen_at: at(11),
      },
      { id: 32, account_id: 1, inbox_id: 11, status: 1, contact_id: 22, priority: 1, display_id: 2, ...times(4) },
      { id: 33, account_id: 1, inbox_id: 12, status: 0, contact_id: 24, display_id: 3, ...times(5) },
      { id: 34, account_id: 2, inbox_id: 13, status: 3, assignee_id: 6, contact_id: 23, display_id: 1, ...times(6) },
    ],
    messages: [
      {
        id: 1,
        ...message,
        conversation_id: 31,
        message_type: 0,
        content: 'Tem \\N rosas?',
        source_id: 'wamid.A1',
        ...times(10),
      },
      {
        id: 2,
        ...message,
        conversation_id: 31,
        message_type: 1,
        content: 'Temos',
        sender_type: 'User',
        sender_id: 6,
        status: 2,
        ...times(12),
        // The store of Rails writes the JSON as a text.
        content_attributes: JSON.stringify({ in_reply_to: 1 }),
      },
      {
        id: 9,
        ...message,
        conversation_id: 31,
        message_type: 1,
        private: true,
        content: 'cliente antigo',
        ...times(13),
      },
      { id: 4, ...message, conversation_id: 31, message_type: 2, content: 'Jorge entrou na conversa', ...times(14) },
      { id: 5, ...message, conversation_id: 31, message_type: 0, content: 'olhe', ...times(15) },
      { id: 6, ...message, conversation_id: 31, message_type: 0, content: null, ...times(16) },
      {
        id: 7,
        ...message,
        conversation_id: 32,
        message_type: 0,
        content: 'apagada',
        ...times(17),
        content_attributes: { deleted: true },
      },
      {
        id: 10,
        ...message,
        account_id: 2,
        inbox_id: 13,
        conversation_id: 34,
        message_type: 1,
        content: 'Está pronto',
        sender_type: 'User',
        sender_id: 6,
        ...times(19),
      },
      { id: 8, ...message, inbox_id: 12, conversation_id: 33, message_type: 0, content: 'do site', ...times(18) },
    ],
    attachments: [
      { id: 1, message_id: 5, account_id: 1, file_type: 0, ...times(15) },
      { id: 2, message_id: 5, account_id: 1, file_type: 3, ...times(15) },
      {
        id: 3,
        message_id: 6,
        account_id: 1,
        file_type: 4,
        fallback_title: 'Praça',
        ...times(16),
        coordinates_lat: -23.55,
        coordinates_long: -46.63,
      },
    ],
    active_storage_attachments: [
      { id: 1, name: 'file', record_type: 'Attachment', record_id: 1, blob_id: 41, created_at: at(15) },
      { id: 2, name: 'file', record_type: 'Attachment', record_id: 2, blob_id: 42, created_at: at(15) },
    ],
    active_storage_blobs: [
      { id: 41, key: 'abcdrosa', filename: 'rosa vermelha.png', created_at: at(15) },
      { id: 42, key: '../../etc/passwd', filename: 'passwd', created_at: at(15) },
    ],
    labels: [
      { id: 51, title: 'vip', color: '#FF0000', account_id: 1, ...times(1) },
      { id: 52, title: 'vip', color: '#00FF00', account_id: 2, ...times(1) },
    ],
    tags: [{ id: 61, name: 'vip', taggings_count: 2 }],
    taggings: [
      { id: 1, tag_id: 61, taggable_type: 'Conversation', taggable_id: 31, context: 'labels', created_at: at(19) },
      { id: 2, tag_id: 61, taggable_type: 'Contact', taggable_id: 21, context: 'labels', created_at: at(19) },
      { id: 3, tag_id: 61, taggable_type: 'Conversation', taggable_id: 33, context: 'labels', created_at: at(19) },
      { id: 4, tag_id: 61, taggable_type: 'Conversation', taggable_id: 32, context: 'skills', created_at: at(19) },
      { id: 5, tag_id: 61, taggable_type: 'Contact', taggable_id: 22, context: 'skills', created_at: at(19) },
    ],
    canned_responses: [{ id: 71, account_id: 1, short_code: 'pix', content: 'A chave é…', ...times(1) }],
    automation_rules: [{ id: 1, account_id: 1, name: 'x', ...times(1) }],
  }
}
