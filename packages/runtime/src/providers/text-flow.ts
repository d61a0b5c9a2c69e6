/** Sends the text of several parts on as it comes, with an empty line wherever another part begins. */
export function createFlow(send: (delta: string) => void): (part: string, delta: string) => void {
  let current: string | undefined;
  return (part, delta) => {
    if (delta === "") return;
    const separator = current === undefined || current === part ? "" : "\n\n";
    current = part;
    send(separator + delta);
  };
}
