export const setupChecklist = {
  title: 'Get started',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  dismiss: 'Dismiss',
  done: 'Done',
  steps: {
    whatsapp: {
      title: 'Connect WhatsApp',
      text: 'Scan the QR code with your phone. For Meta’s official API, add a WhatsApp API under Connections.',
      action: 'Connect',
    },
    queue: {
      title: 'Create a queue',
      text: 'Queues split conversations by department, such as Sales and Support.',
      action: 'Create queue',
    },
    people: {
      title: 'Invite your team',
      text: 'Create an account for each person who will answer customers.',
      action: 'Add user',
    },
  },
}
