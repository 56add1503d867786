declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'contactList.check': { listId: number }
    'contactList.erase': { listId: number }
  }
}

export {}
