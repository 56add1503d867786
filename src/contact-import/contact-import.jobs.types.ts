declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'contactImport.rows': { importId: number }
    'contactImport.checkedRows': { importId: number }
    'contactImport.undo': { importId: number }
    'contactImport.forget': { importId: number }
  }
}

export {}
