import { planFeatures } from './plan-features'
import { recordTexts } from './record'

export const plan = {
  ...recordTexts({ one: 'plan' }),
  title: 'Plans',
  emptyText: 'The plans companies can subscribe to appear here.',
  columns: {
    name: 'Name',
    id: 'ID',
    users: 'Users',
    connections: 'Connections',
    queues: 'Queues',
    storageGb: 'Storage',
    amount: 'Price',
    isPublic: 'Public',
    features: 'Features',
  },
  public: 'Public',
  private: 'Private',
  publicHelp: 'Offered at sign-up and when a company changes its plan.',
  unlimited: 'Unlimited',
  storageHelp:
    'The company’s files and database. At the limit, files, imports and exports wait; texts and tickets still work. If empty, there is no limit.',
  limitsHelp:
    'Lowering a limit deletes nothing: a company above its plan cannot add more, and connections above it work until they are disconnected.',
  allFeatures: 'All features',
  noFeatures: 'No features',
  flags: planFeatures,
  saveHint: 'Check whether a plan with this name already exists or a field was left empty.',
  firstKept: 'The initial plan cannot be deleted.',
}
