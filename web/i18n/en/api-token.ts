import { recordTexts } from './record'

export const apiToken = {
  ...recordTexts({ one: 'API key', short: 'key' }),
  title: 'API keys',
  emptyText:
    'Programs use a key to send messages or read conversations and contacts, with the permissions it has and no others.',
  columns: { lastUsed: 'Last used', createdBy: 'Created by' },
  fields: {
    currentPassword: 'Your password',
    currentPasswordHelp: 'A key opens the company’s data without a password, so we confirm that it is you.',
    name: 'Name',
    namePlaceholder: 'E.g. Online shop',
    scopes: 'Permissions',
    connections: 'Connections',
    connectionsHelp: 'Empty means all. Limits sending and conversations.',
    expiresOn: 'Expires',
    expiresOnHelp: 'Good to the end of this day. Without a date, until it is deleted.',
  },
  scopes: {
    'messages:send': 'Send messages',
    'tickets:read': 'Read conversations',
    'contacts:read': 'Read contacts',
    'contacts:write': 'Create and change contacts',
  },
  allConnections: 'All',
  never: 'Never',
  expired: 'Expired',
  unused: 'Never used',
  days: (days: number) => `${days} days`,
  made: {
    title: (name: string) => `Key “${name}” created`,
    text: 'Copy it now: it will not be shown again. Whoever has it acts for the company.',
    token: 'Key',
    copy: 'Copy key',
    copied: 'Key copied',
  },
  deleteText: 'Programs that use this key stop working now.',
}
