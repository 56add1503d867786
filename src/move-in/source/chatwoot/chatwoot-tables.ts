/** Of Chatwoot's schema, what is moved in: version 2025_08_16 of its `db/schema.rb`. Older installations lack some. */
export const chatwootTables: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id', 'name', 'support_email', 'status', 'created_at', 'updated_at'],
  account_users: ['account_id', 'user_id', 'role', 'created_at', 'updated_at'],
  users: ['id', 'name', 'email', 'encrypted_password', 'type', 'created_at', 'updated_at'],
  teams: ['id', 'name', 'account_id', 'created_at', 'updated_at'],
  team_members: ['team_id', 'user_id', 'created_at', 'updated_at'],
  inboxes: [
    ...['id', 'channel_id', 'channel_type', 'account_id', 'name', 'greeting_enabled', 'greeting_message'],
    ...['out_of_office_message', 'created_at', 'updated_at'],
  ],
  channel_whatsapp: ['id', 'phone_number', 'provider'],
  channel_twilio_sms: ['id', 'phone_number', 'medium'],
  contacts: [
    ...['id', 'name', 'last_name', 'email', 'phone_number', 'identifier', 'account_id', 'custom_attributes', 'blocked'],
    ...['created_at', 'updated_at'],
  ],
  contact_inboxes: ['contact_id', 'inbox_id', 'source_id'],
  conversations: [
    ...['id', 'account_id', 'inbox_id', 'status', 'assignee_id', 'contact_id', 'uuid', 'team_id', 'priority'],
    ...['agent_last_seen_at', 'last_activity_at', 'created_at', 'updated_at'],
  ],
  messages: [
    ...[
      'id',
      'content',
      'account_id',
      'conversation_id',
      'message_type',
      'private',
      'status',
      'source_id',
      'sender_type',
      'sender_id',
    ],
    ...['content_attributes', 'created_at', 'updated_at'],
  ],
  attachments: [...['id', 'file_type', 'coordinates_lat', 'coordinates_long', 'message_id', 'fallback_title']],
  active_storage_attachments: ['name', 'record_type', 'record_id', 'blob_id'],
  active_storage_blobs: ['id', 'key', 'filename'],
  labels: ['id', 'title', 'color', 'account_id', 'created_at', 'updated_at'],
  tags: ['id', 'name'],
  taggings: ['tag_id', 'taggable_type', 'taggable_id', 'context', 'created_at'],
  canned_responses: ['id', 'account_id', 'short_code', 'content', 'created_at', 'updated_at'],
}

export const chatwootCore = ['accounts', 'users', 'inboxes', 'contacts', 'conversations', 'messages']

/** In a scratch file, whose names differ by more than their case. */
export const chatwootPrefix = 'cw_'

/** By columns that are looked up. */
export const chatwootIndexes: readonly (readonly [table: string, column: string])[] = [
  ['users', 'id'],
  ['account_users', 'user_id'],
  ['channel_whatsapp', 'id'],
  ['contact_inboxes', 'contact_id'],
  ['contacts', 'id'],
  ['conversations', 'id'],
  ['conversations', 'contact_id'],
  ['messages', 'conversation_id'],
  ['attachments', 'message_id'],
  ['active_storage_attachments', 'record_id'],
  ['active_storage_blobs', 'id'],
  ['tags', 'id'],
  ['taggings', 'taggable_id'],
]
