import { planFeatures } from './plan-features'
import { recordTexts } from './record'

export const company = {
  ...recordTexts({ one: 'company' }),
  title: 'Companies',
  searchPlaceholder: 'Search by name or email',
  emptyTitle: 'No companies',
  emptyText: 'The companies that use the platform appear here.',
  columns: {
    nameAndEmail: 'Company and email',
    id: 'ID',
    status: 'Active',
    plan: 'Plan',
    amount: 'Price',
    createdAt: 'Created on',
    dueDate: 'Due date',
    lastLogin: 'Last sign-in',
    folderSize: 'Folder',
    files: 'Files',
    folderUpdated: 'Folder updated',
  },
  recurrences: {
    MENSAL: 'Monthly',
    BIMESTRAL: 'Every two months',
    TRIMESTRAL: 'Quarterly',
    SEMESTRAL: 'Every six months',
    ANUAL: 'Yearly',
  },
  abovePlan: 'Above the plan',
  usedOf: (name: string, used: string, most: string) => `${name}: ${used} of ${most}`,
  notIncluded: (feature: string) => `${feature}: not included`,
  /** What a plan limits or includes. */
  planLimits: { users: 'Users', connections: 'Connections', queues: 'Queues', ...planFeatures },
  daysLeft: (days: number) => {
    if (days === 0) return 'due today'
    if (days < 0) return days === -1 ? 'was due yesterday' : `was due ${-days} days ago`
    return days === 1 ? 'due tomorrow' : `in ${days} days`
  },
  never: 'Never',
  ofPlan: (percent: number) => `${percent}% of plan`,
  stored: (size: string, messages: string, tickets: string, contacts: string) =>
    `When last measured: ${size}, ${messages} messages, ${tickets} tickets and ${contacts} contacts.`,
  notMeasured: 'Not measured yet',
  folder: (size: string, files: string) => `${size} · ${files} ${files === '1' ? 'file' : 'files'}`,
  saveHint: 'Check whether a company with this name already exists or a field was left empty.',
  tabs: { label: 'Form sections', general: 'Details', subscription: 'Subscription', settings: 'Settings' },
  settingsHelp: 'The admins of the company change these settings. Only whether it may create users is decided here.',
  noText: '—',
  fields: {
    name: 'Name',
    email: 'Email',
    newEmailHelp: 'Also the first admin’s email.',
    emailHelp: 'For contact. It does not change the email users sign in with.',
    password: 'Password',
    passwordHelp:
      'The first admin’s, who chooses another one at the first sign-in. If empty, one is generated and shown once.',
    phone: 'Phone',
    document: 'CPF or CNPJ',
    street: 'Address',
    city: 'City',
    state: 'State',
    language: 'Language',
    timeZone: 'Time zone',
    timeZoneHelp: 'If empty, it follows the language.',
    status: 'Active',
    statusHelp: 'When inactive, its connections stop and its people see only the payment pages.',
    plan: 'Plan',
    dueDate: 'Due date',
    dueDateHelp: 'If empty, one billing cycle from today.',
    recurrence: 'Billing cycle',
    paymentMethod: 'Payment method',
    agents: 'Agreed agents',
    connections: 'Agreed connections',
    agreedHelp: 'For your records; the plan sets the limits.',
  },
  credentials: {
    title: 'First admin’s access',
    text: 'The password was generated just now and will not be shown again. Copy it before closing: the admin chooses another one at the first sign-in.',
    copy: 'Copy the password',
    copied: 'Copied',
  },
  renew: {
    action: 'Renew',
    title: (name: string) => `Renew ${name}?`,
    text: (from: string, to: string, recurrence: string) => `The due date moves from ${from} to ${to} (${recurrence}).`,
    stillPast: (to: string) =>
      `Even renewed, the company would still be overdue. From today, the due date would be ${to}.`,
    until: (day: string) => `Renew until ${day}`,
    done: (name: string, day: string) => `${name} renewed until ${day}`,
  },
  firstKept: 'The initial company cannot be deleted.',
  ownKept: 'You cannot delete the company you work in.',
  deleteTitle: (name: string) => `Delete the company ${name}?`,
  deleteText: (folder?: string) =>
    `Users, contacts, conversations, connections and the folder${folder ? ` (${folder})` : ''} are erased for good. Export what you need first.`,
}
