CREATE TABLE payments (order_number VARCHAR(40) NOT NULL, euros DECIMAL(12, 2) NOT NULL);
