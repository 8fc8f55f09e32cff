import multiprocessing
import signal
import socket
import subprocess
import threading


def serve(server, results):
    connection, _ = server.accept()
    with connection:
        results.append(connection.recv(100).decode())
        connection.sendall(b"pong")


def square(number):
    return number * number


def main():
    results = []
    server = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=serve, args=(server, results))
    thread.start()
    with socket.create_connection(server.getsockname()) as client:
        client.sendall(b"ping")
        results.append(client.recv(100).decode())
    thread.join()
    results.append(subprocess.run(["sh", "-c", "cat; exit 3"], input="text", capture_output=True, text=True))
    with multiprocessing.Pool(2) as pool:
        results.append(sum(pool.map(square, range(1000))))
    signal.signal(signal.SIGUSR1, lambda number, frame: results.append(number))
    signal.raise_signal(signal.SIGUSR1)
    results.append(subprocess.run(["sleep", "30"], timeout=60, check=False, preexec_fn=lambda: signal.alarm(1)).returncode)
    for result in results:
        print(result)


if __name__ == "__main__":
    main()
