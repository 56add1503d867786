declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'contactImport.started': { importId: number; rows: number }
    'contactImport.progressed': { importId: number }
    'contactImport.ended': { importId: number; state: string; created: number; updated: number }
    'contactImport.undone': { importId: number; removed: number; kept: number }
  }
}

export {}
