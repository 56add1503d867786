export const setupChecklist = {
  title: 'Get started',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  dismiss: 'Dismiss',
  done: 'Done',
  company: { label: 'Company name', skip: 'Skip' },
  steps: {
    company: {
      title: 'Name your company',
      text: 'It is shown at the top of the screen, in invitations and in messages with {{name_company}}.',
      action: 'Save',
    },
    whatsapp: {
      title: 'Connect WhatsApp',
      text: 'Scan the QR code with your phone. WhatsApp API, Facebook and Instagram are added under Connections.',
      action: 'Connect',
    },
    queue: {
      title: 'Create a queue',
      text: 'Queues split conversations by department, such as Sales and Support.',
      action: 'Add queue',
    },
    people: {
      title: 'Invite your team',
      text: 'Add whoever will answer customers. Each person gets a link and sets their own password.',
      action: 'Invite',
    },
  },
  gaps: {
    quoted: (name: string) => `“${name}”`,
    more: (count: number) => `${count} more`,
    kinds: {
      connectionWithoutQueue: {
        text: (names: string, count: number) =>
          count === 1
            ? `The connection ${names} has no queue: nobody is told who writes to it.`
            : `The connections ${names} have no queue: nobody is told who writes to them.`,
        action: 'Attach a queue',
      },
      connectionWithoutWelcome: {
        text: (names: string, count: number) =>
          count === 1
            ? `The connection ${names} has several queues, but no greeting that offers them: whoever writes stays without a queue.`
            : `The connections ${names} have several queues, but no greeting that offers them: whoever writes stays without a queue.`,
        action: 'Write a greeting',
      },
      queueWithoutPeople: {
        text: (names: string, count: number) =>
          count === 1
            ? `The queue ${names} has no agents: nobody sees who is waiting in it.`
            : `The queues ${names} have no agents: nobody sees who is waiting in them.`,
        action: 'Choose agents',
      },
      personWithoutQueue: {
        text: (names: string, count: number) =>
          count === 1
            ? `${names} has no queue and sees nobody waiting.`
            : `${names} have no queue and see nobody waiting.`,
        action: 'Choose queues',
      },
    },
  },
}
