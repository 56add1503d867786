/** A table of the family, made of Chatwoot's: a column and the expression for it. */
export interface Mapped {
  table: string
  columns: Readonly<Record<string, string>>
  /** What follows SELECT's list. */
  from: string
}

const times = (name: string) => ({ createdAt: `${name}.created_at`, updatedAt: `${name}.updated_at` })

/** A person of several accounts is one of each, as people of the family are. Ids of the further ones begin here. */
const furtherPeople = 1_000_000_000
const furtherFiles = 1_000_000_000_000

/** Their stored JSON may itself be a text with JSON. */
const attribute = (name: string) => `CASE WHEN json_valid(m.content_attributes) THEN json_extract(
  CASE WHEN json_type(m.content_attributes) = 'text' AND json_valid(json_extract(m.content_attributes, '$'))
    THEN json_extract(m.content_attributes, '$') ELSE m.content_attributes END, '$.${name}') END`

const fileKinds = `CASE a.file_type WHEN '0' THEN 'image' WHEN '1' THEN 'audio' WHEN '2' THEN 'video'
  WHEN '4' THEN 'locationMessage' ELSE 'document' END`

/** Rails' disk service keeps a file two folders deep, by the beginning of its key. */
const filePath = `substr(b.key, 1, 2) || '/' || substr(b.key, 3, 2) || '/' || b.key`

const file = `LEFT JOIN cw_active_storage_attachments s ON s.record_id = a.id AND s.record_type = 'Attachment'
  LEFT JOIN cw_active_storage_blobs b ON b.id = s.blob_id`

/** Sent, delivered, read, failed. */
const ack = `CASE m.message_type WHEN '0' THEN '0' ELSE CASE m.status WHEN '0' THEN '2' WHEN '1' THEN '3' WHEN '2' THEN '4' ELSE '0' END END`

const message = {
  fromMe: `CASE m.message_type WHEN '0' THEN 'f' ELSE 't' END`,
  isPrivate: 'm.private',
  ack,
  read: `'t'`,
  ticketId: 'm.conversation_id',
  contactId: `CASE m.message_type WHEN '0' THEN t."contactId" END`,
  userId: `CASE m.sender_type WHEN 'User' THEN (SELECT p.id FROM "_people" p WHERE p.user_id = m.sender_id AND p.account_id = m.account_id) END`,
  companyId: 'm.account_id',
  ...times('m'),
}

const ofPeople = `JOIN "_people" p ON p.account_id = `

/** In an order in which each uses the ones before. */
export const chatwootMapping: readonly Mapped[] = [
  {
    table: '_people',
    columns: {
      account_id: 'account_id',
      user_id: 'user_id',
      id: `CASE row_number() OVER (PARTITION BY user_id ORDER BY CAST(account_id AS INTEGER)) WHEN 1 THEN user_id
        ELSE CAST(account_id AS INTEGER) * ${furtherPeople} + CAST(user_id AS INTEGER) END`,
    },
    from: 'FROM cw_account_users',
  },
  {
    table: 'Companies',
    columns: {
      id: 'id',
      name: 'name',
      email: 'support_email',
      status: `CASE status WHEN '1' THEN 'f' ELSE 't' END`,
      ...times('cw_accounts'),
    },
    from: 'FROM cw_accounts',
  },
  {
    table: 'Users',
    columns: {
      id: 'p.id',
      name: 'u.name',
      email: 'u.email',
      passwordHash: 'u.encrypted_password',
      profile: `CASE au.role WHEN '1' THEN 'admin' ELSE 'user' END`,
      super: `CASE u.type WHEN 'SuperAdmin' THEN 't' ELSE 'f' END`,
      companyId: 'au.account_id',
      ...times('u'),
    },
    from: `FROM cw_account_users au JOIN cw_users u ON u.id = au.user_id ${ofPeople} au.account_id AND p.user_id = au.user_id`,
  },
  {
    table: 'Queues',
    columns: { id: 'id', name: 'name', companyId: 'account_id', ...times('cw_teams') },
    from: 'FROM cw_teams',
  },
  {
    table: 'UserQueues',
    columns: { userId: 'p.id', queueId: 'q.id', ...times('tm') },
    from: `FROM cw_team_members tm JOIN cw_teams q ON q.id = tm.team_id ${ofPeople} q.account_id AND p.user_id = tm.user_id`,
  },
  {
    table: 'Whatsapps',
    columns: {
      id: 'i.id',
      name: 'i.name',
      companyId: 'i.account_id',
      channel: `CASE w.provider WHEN 'whatsapp_cloud' THEN 'whatsapp_oficial' ELSE 'whatsapp' END`,
      number: `coalesce(w.phone_number, replace(o.phone_number, 'whatsapp:', ''))`,
      greetingMessage: `CASE i.greeting_enabled WHEN 't' THEN i.greeting_message END`,
      outOfHoursMessage: 'i.out_of_office_message',
      status: `'DISCONNECTED'`,
      isDefault: `'f'`,
      allowGroup: `'t'`,
      ...times('i'),
    },
    // Bridges to WhatsApp are inboxes of the kind API.
    from: `FROM cw_inboxes i
      LEFT JOIN cw_channel_whatsapp w ON w.id = i.channel_id AND i.channel_type = 'Channel::Whatsapp'
      LEFT JOIN cw_channel_twilio_sms o ON o.id = i.channel_id AND i.channel_type = 'Channel::TwilioSms' AND o.medium = '1'
      WHERE i.channel_type IN ('Channel::Whatsapp', 'Channel::Api') OR o.id IS NOT NULL`,
  },
  {
    table: 'Contacts',
    columns: {
      id: 'c.id',
      name: `trim(coalesce(c.name, '') || ' ' || coalesce(c.last_name, ''))`,
      number: `CASE WHEN c.identifier LIKE '%@g.us' THEN c.identifier WHEN c.phone_number <> '' THEN c.phone_number
        ELSE coalesce((SELECT ci.source_id FROM cw_contact_inboxes ci JOIN "Whatsapps" w ON w.id = ci.inbox_id
          WHERE ci.contact_id = c.id AND ci.source_id NOT GLOB '*[^0-9+]*'), '') END`,
      email: `coalesce(c.email, '')`,
      isGroup: `CASE WHEN c.identifier LIKE '%@g.us' THEN 't' ELSE 'f' END`,
      active: `CASE c.blocked WHEN 't' THEN 'f' ELSE 't' END`,
      companyId: 'c.account_id',
      ...times('c'),
    },
    from: `FROM cw_contacts c WHERE c.phone_number <> '' OR c.identifier LIKE '%@g.us'
      OR EXISTS (SELECT 1 FROM cw_conversations v JOIN "Whatsapps" w ON w.id = v.inbox_id WHERE v.contact_id = c.id)`,
  },
  {
    table: 'ContactCustomFields',
    columns: {
      id: `c.id || ':' || j.key`,
      name: 'j.key',
      value: 'j.value',
      contactId: 'c.id',
      ...times('c'),
    },
    from: `FROM cw_contacts c, json_each(CASE WHEN json_valid(c.custom_attributes) THEN c.custom_attributes ELSE '{}' END) j
      WHERE j.atom IS NOT NULL`,
  },
  {
    table: 'Tickets',
    columns: {
      id: 'v.id',
      uuid: 'v.uuid',
      status: `CASE v.status WHEN '1' THEN 'closed' WHEN '2' THEN 'pending' ELSE CASE WHEN p.id IS NULL THEN 'pending' ELSE 'open' END END`,
      contactId: 'v.contact_id',
      userId: 'p.id',
      queueId: 'v.team_id',
      whatsappId: 'v.inbox_id',
      priority: `CASE v.priority WHEN '0' THEN 'low' WHEN '2' THEN 'high' WHEN '3' THEN 'urgent' ELSE 'normal' END`,
      companyId: 'v.account_id',
      lastMessage: `(SELECT substr(m.content, 1, 250) FROM cw_messages m WHERE m.conversation_id = v.id AND m.message_type IN ('0', '1', '3')
        AND m.private = 'f' AND m.content <> '' ORDER BY CAST(m.id AS INTEGER) DESC LIMIT 1)`,
      unreadMessages: `CASE v.status WHEN '1' THEN 0 ELSE (SELECT count(*) FROM cw_messages m WHERE m.conversation_id = v.id
        AND m.message_type = '0' AND m.created_at > coalesce(v.agent_last_seen_at, '')) END`,
      createdAt: 'v.created_at',
      updatedAt: 'coalesce(v.last_activity_at, v.updated_at)',
    },
    from: `FROM cw_conversations v JOIN "Whatsapps" w ON w.id = v.inbox_id
      LEFT JOIN "_people" p ON p.account_id = v.account_id AND p.user_id = v.assignee_id`,
  },
  {
    table: 'Messages',
    columns: {
      ...message,
      id: 'm.id',
      wid: `nullif(m.source_id, '')`,
      body: `CASE WHEN a.file_type = '4' THEN '|https://maps.google.com/?q=' || a.coordinates_lat || ',' || a.coordinates_long || '|' || coalesce(a.fallback_title, '')
        ELSE coalesce(m.content, '') END`,
      mediaType: `CASE WHEN a.id IS NULL THEN 'conversation' ELSE ${fileKinds} END`,
      mediaUrl: filePath,
      mediaName: 'b.filename',
      quotedMsgId: attribute('in_reply_to'),
      isDeleted: `CASE WHEN ${attribute('deleted')} THEN 't' ELSE 'f' END`,
    },
    // Notices of what happened are not messages.
    from: `FROM cw_messages m JOIN "Tickets" t ON t.id = m.conversation_id
      LEFT JOIN cw_attachments a ON a.id = (SELECT min(CAST(o.id AS INTEGER)) FROM cw_attachments o WHERE o.message_id = m.id)
      ${file} WHERE m.message_type IN ('0', '1', '3')`,
  },
  {
    table: 'Messages',
    columns: {
      ...message,
      id: `${furtherFiles} + CAST(a.id AS INTEGER)`,
      body: `''`,
      mediaType: fileKinds,
      mediaUrl: filePath,
      mediaName: 'b.filename',
      isDeleted: `'f'`,
    },
    // Further files of a message are messages of their own.
    from: `FROM cw_attachments a JOIN cw_messages m ON m.id = a.message_id JOIN "Tickets" t ON t.id = m.conversation_id ${file}
      WHERE b.id IS NOT NULL AND m.message_type IN ('0', '1', '3')
        AND EXISTS (SELECT 1 FROM cw_attachments o WHERE o.message_id = m.id AND CAST(o.id AS INTEGER) < CAST(a.id AS INTEGER))`,
  },
  {
    table: 'Tags',
    columns: { id: 'id', name: 'title', color: 'color', companyId: 'account_id', kanban: '0', ...times('cw_labels') },
    from: 'FROM cw_labels',
  },
  {
    table: 'TicketTags',
    columns: { ticketId: 'x.id', tagId: 'l.id', createdAt: 'g.created_at', updatedAt: 'g.created_at' },
    from: `FROM cw_taggings g JOIN cw_tags n ON n.id = g.tag_id JOIN cw_conversations x ON x.id = g.taggable_id
      JOIN cw_labels l ON l.account_id = x.account_id AND l.title = n.name
      WHERE g.taggable_type = 'Conversation' AND g.context = 'labels' AND x.id IN (SELECT id FROM "Tickets")`,
  },
  {
    table: 'ContactTags',
    columns: { contactId: 'x.id', tagId: 'l.id', createdAt: 'g.created_at', updatedAt: 'g.created_at' },
    from: `FROM cw_taggings g JOIN cw_tags n ON n.id = g.tag_id JOIN cw_contacts x ON x.id = g.taggable_id
      JOIN cw_labels l ON l.account_id = x.account_id AND l.title = n.name
      WHERE g.taggable_type = 'Contact' AND g.context = 'labels' AND x.id IN (SELECT id FROM "Contacts")`,
  },
  {
    table: 'QuickMessages',
    columns: {
      id: 'id',
      shortcode: 'short_code',
      message: 'content',
      companyId: 'account_id',
      geral: `'t'`,
      ...times('cw_canned_responses'),
    },
    from: 'FROM cw_canned_responses',
  },
]

/** What does not come, by a name for the report. */
export const chatwootLeftOut: Readonly<Record<string, string>> = {
  'inboxes of other channels': 'SELECT count(*) AS n FROM cw_inboxes WHERE id NOT IN (SELECT id FROM "Whatsapps")',
  'conversations of other channels':
    'SELECT count(*) AS n FROM cw_conversations WHERE id NOT IN (SELECT id FROM "Tickets")',
  'contacts without a number': 'SELECT count(*) AS n FROM cw_contacts WHERE id NOT IN (SELECT id FROM "Contacts")',
  'notices in conversations': `SELECT count(*) AS n FROM cw_messages WHERE message_type = '2'`,
}
