/** Whether somebody has been here before: then there is a session to ask for. */

const BEEN_HERE = "ludoteca.been_here";

/** A person who comes for the first time has no session to ask for. */
export function hasBeenHere(): boolean {
  try {
    return localStorage.getItem(BEEN_HERE) !== null;
  } catch {
    return true;
  }
}

export function noteVisit(): void {
  try {
    localStorage.setItem(BEEN_HERE, "yes");
  } catch {
    // forbidden: the next visit asks
  }
}

/** A person who logged out has no session to ask for either. */
export function forgetVisit(): void {
  try {
    localStorage.removeItem(BEEN_HERE);
  } catch {
    // forbidden: there is nothing to forget
  }
}
