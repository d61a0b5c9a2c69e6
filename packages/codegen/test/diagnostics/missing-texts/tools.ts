interface Visit {
  at: Date;
  /** Who came */
  by: string;
}

/** @tool */
export async function logVisit(visit: Visit, callId: string): Promise<void> {}
