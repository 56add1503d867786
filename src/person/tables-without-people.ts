/** Tables that hold nothing about a contact, and why. All others are named by a domain's `person`; a test compares with the schema. */
export const tablesWithoutPeople: Readonly<Record<string, string>> = {
  ...because('The company’s own settings and people', [
    ...[
      'identity',
      'setting',
      'user',
      'user_queue',
      'role',
      'user_pause',
      'totp',
      'known_device',
      'recovery_code',
      'passkey',
      'user_tag',
      'assignment_turn',
      'queue',
      'holiday',
      'seen_waiting',
      'push_device',
      'push_choice',
      'report_view',
      'chatbot',
      'tag',
      'macro',
      'rule',
    ],
    ...['connection', 'connection_queue', 'cloud_account', 'page_account', 'template', 'template_sync'],
    ...['quick_message', 'file_list', 'prompt', 'ai_provider', 'ai_model', 'queue_integration'],
    ...['agent', 'agent_item', 'agent_file', 'agent_file_part', 'agent_knowledge', 'flow', 'flow_version'],
    ...['flow_campaign', 'contact_list', 'campaign', 'campaign_setting', 'campaign_pace', 'campaign_charge'],
    ...[
      'company_webhook',
      'connection_webhook',
      'webhook_failure',
      'webhook_cursor',
      'audit_entry',
      'api_token',
      'audit_search',
    ],
  ]),
  ...because('Sums without anybody', [
    ...['attendance_hour', 'attendance_day', 'message_count', 'ticket_count', 'cloud_charge', 'ai_usage'],
  ]),
  ...because('Counts of an import; its file is deleted when it ends', ['contact_import', 'message_import']),
  ...because('Where a part of the history is, deleted once it is read', ['history_notice']),
  ...because('Colleagues write to each other; nothing is filed under a contact', ['chat', 'chat_user', 'chat_message']),
  ...because('Which mails to the company’s own people were sent', ['mail_once']),
  ...because('Ids of a ticket, with which it is deleted', ['macro_run', 'rule_run', 'rule_wait']),
  ...because('What reports count of an erased contact’s tickets', ['erased_ticket', 'erased_ticket_tag']),
  ...because('What is looked for, until an erasure ends', ['person_erasure']),
  ...because('Numbers that rows had in another system, so that what was erased is not moved in again', [
    ...['import_source', 'import_map', 'import_cursor', 'import_tally'],
  ]),
  ...because('Until a company has moved in, before anybody works in it', [
    'import_note',
    'import_later',
    'import_file',
  ]),
  ...because('From which moment the file is', ['restore']),
  ...because('A sealed key', ['erased_number_key']),
  ...because('Random names of files that are copied or deleted', ['media_upload', 'media_removal', 'media_in_folder']),
  ...because('A position in the index', ['message_search_place', 'message_search_word']),
  ...because('The host’s catalog knows companies and their users only', [
    ...['plan', 'company', 'user_index', 'session', 'platform_setting', 'connection_token', 'audit', 'invoice'],
    ...['announcement', 'announcement_seen', 'company_own_parts', 'sign_in_count', 'channel_account', 'help'],
    ...['name_claim', 'connection_count', 'charge', 'retired_webhook', 'host_point', 'company_time', 'moved_in'],
  ]),
  ...because('Which event was delivered when; the error is the receiver’s answer', ['webhook_log']),
}

function because(reason: string, tables: readonly string[]) {
  return Object.fromEntries(tables.map((table) => [table, reason]))
}
