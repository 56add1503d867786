/** Texts of the list of conversation flows. */
export const flow = {
  title: 'Conversation flows',
  add: 'Add flow',
  emptyTitle: 'No flows yet',
  emptyText:
    'A flow talks to the contact by itself: it asks questions, shows a menu and hands the conversation to the right queue.',
  searchPlaceholder: 'Search flows',
  nothingFound: 'No flows found',
  columns: { name: 'Name', status: 'Status', schedule: 'Hours' },
  active: 'Active',
  inactive: 'Inactive',
  activeOf: (name: string) => `Flow ${name} active`,
  lastError: (when: string) => `Last failure ${when}`,
  failures: {
    flowLoop: 'The flow went around too often without waiting for an answer.',
    flowNoStart: 'The flow has no start.',
    flowIncompleteNode: 'An incomplete step was skipped:',
    flowMissingFile: 'A file no longer exists and was not sent:',
    flowFileTooLarge: 'A file is too large for the channel and was not sent:',
    flowUnknownQueue: 'The queue of a step no longer exists. Id:',
    flowUnknownTag: 'The tag of a step no longer exists. Id:',
    flowUnknownAgent: 'The agent of a step no longer exists. Id:',
    other: 'A step of the flow failed.',
  },
  editAction: 'Edit flow',
  actions: {
    rename: 'Edit name',
    duplicate: 'Duplicate',
    schedule: 'Set hours',
    import: 'Import',
    export: 'Export',
  },
  addTitle: 'Add flow',
  editTitle: 'Edit the flow’s name',
  created: 'Flow created',
  saved: 'Flow saved',
  duplicated: 'Flow duplicated',
  fields: {
    name: 'Name',
    namePlaceholder: 'E.g. Welcome',
    start: 'Start',
    end: 'End',
  },
  scheduleTitle: (name: string) => `Hours of “${name}”`,
  scheduleHelp:
    'On connections that use this flow by the hour, it answers new conversations during this time. It may end on the next day. Leave both empty for no hours.',
  scheduled: 'Hours saved.',
  imported: 'Imported!',
  importing: {
    title: (name: string) => `Import into “${name}”`,
    text: 'The drawing in the file replaces the current one, which stays in the version history. Queues and tags are recognized by name.',
    choose: 'Choose a file',
    openFlow: 'Open flow',
    chooseAgain: (count: number) =>
      count === 1
        ? 'One part of the flow has to be chosen again, such as a queue or a file.'
        : `${count} parts of the flow have to be chosen again, such as queues or files.`,
  },
  deleteTitle: (name: string) => `Delete the flow “${name}”?`,
  deleteText: 'All related integrations will be lost.',
  deleteAction: 'Delete',
  deleted: 'Flow deleted',
}
